/** Ways in which a text may become a script where it is read as markup, as an address or as a style. */
export function xssPayloads(): readonly string[] {
  const acts = ['window.xss=1', 'top.xss=1', 'parent.xss=1', "globalThis['xss']=1", 'self.xss=1'];
  return acts.flatMap((act) => [
    `<script>${act}</script>`,
    `"><script>${act}</script>`,
    `'><script>${act}</script>`,
    `<img src=x onerror="${act}">`,
    `<img src=x onerror='${act}'>`,
    `"><img src=x onerror=${act}>`,
    `<svg onload="${act}">`,
    `<svg><script>${act}</script></svg>`,
    `<iframe srcdoc="<script>${act}</script>">`,
    `<iframe src="javascript:${act}">`,
    `<body onload="${act}">`,
    `<details open ontoggle="${act}">`,
    `<input autofocus onfocus="${act}">`,
    `<a href="javascript:${act}">x</a>`,
    `javascript:${act}`,
    `</title><script>${act}</script>`,
    `</style><script>${act}</script>`,
    `<style>*{background:url("javascript:${act}")}</style>`,
    `<math><mtext><img src=x onerror="${act}">`,
    `\u003cscript>${act}</script>&lt;script&gt;${act}&lt;/script&gt;`,
  ]);
}
