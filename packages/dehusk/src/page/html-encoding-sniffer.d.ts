/** The package ships no types. */
declare module 'html-encoding-sniffer' {
  // biome-ignore lint/style/noDefaultExport: that is what the package has
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { readonly transportLayerEncodingLabel?: string; readonly defaultEncoding?: string },
  ): string;
}
