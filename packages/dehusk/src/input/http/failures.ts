/** What sockets, resolvers, TLS and undici raise, in our words; and which of it may be gone at the next try. */
import { DehuskError } from '../../errors.ts';
import { AddressRefusal, ConnectTimeout } from './address/guarded-connector.ts';
import { shownUrl } from './url-rules.ts';

const cutCode = 'HPE_INVALID_EOF_STATE';
const noHttpCode = 'HPE';

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name server does not answer',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  ECONNRESET_MIDWAY: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'no way to the host',
  ENETUNREACH: 'no way to the network',
  UND_ERR_SOCKET: 'the connection was closed before the answer was whole',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as it says',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  [cutCode]: 'the connection was closed before the answer was whole',
  [noHttpCode]: 'what it sends is no HTTP',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host',
};

/** A refused connection and a name that is not there are not: nothing waits behind them. */
const temporaryCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNRESET',
  'ECONNRESET_MIDWAY',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  cutCode,
]);

/** Errors that no network raises are faults of the program, and stay what they are. */
export function failureOf(error: unknown, url: URL): unknown {
  if (error instanceof DehuskError) return error;
  if (error instanceof AddressRefusal) {
    const { host, address, rule } = error;
    return new DehuskError('HTTP_ADDRESS_REFUSED', { url: shownUrl(url), host, address, rule });
  }
  if (error instanceof ConnectTimeout) return timeout(url, error.limitMs, 'to connect');
  const code = codeOf(error);
  if (code === undefined) return error;
  const reason = reasons[code] ?? (error as Error).message;
  return new DehuskError('HTTP_UNREACHABLE', { url: shownUrl(url), reason }, { cause: error });
}

export function timeout(url: URL, limitMs: number, phase: string): DehuskError {
  return new DehuskError('HTTP_TIMEOUT', { url: shownUrl(url), limitMs, phase });
}

/** The phase of a timeout that another try would only repeat. */
export const wholePhase = 'to arrive whole';

export function isTemporary(error: unknown): boolean {
  if (!(error instanceof DehuskError)) return false;
  if (error.code === 'HTTP_TIMEOUT') return (error as DehuskError<'HTTP_TIMEOUT'>).facts.phase !== wholePhase;
  return error.code === 'HTTP_UNREACHABLE' && temporaryCodes.has(codeOf(error.cause) ?? '');
}

/** Several addresses tried in vain come as one error, whose own code is that of the last. */
function codeOf(error: unknown): string | undefined {
  // undici 7 means to give its parser's errors a code of their own, and gives them none.
  if (error instanceof Error && error.name === 'HTTPParserError')
    return error.message.includes('EOF') ? cutCode : noHttpCode;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
