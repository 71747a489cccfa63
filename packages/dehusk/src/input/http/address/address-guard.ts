/** Which addresses may be connected to. */
import { DehuskError } from '../../../errors.ts';
import { addressRows, globalUnicast } from './address-ranges.ts';
import { covers, type IpAddress, type IpRange, parseIp, parseRange } from './ip-address.ts';

export interface AddressGuardOptions {
  /** Opens loopback, private, shared, link-local and site-local ranges; reserved ones stay closed. */
  readonly allowPrivate?: boolean | undefined;
  /** Ranges that are open whatever the table says, such as `10.1.0.0/16`. */
  readonly allowAddresses?: readonly string[] | undefined;
}

/** The rule that an address is refused by, or undefined where it may be connected to. */
export type AddressGuard = (address: string) => string | undefined;

const rows = addressRows.map((row) => ({ ...row, ip: parseRange(row.range)! }));
const unicast = parseRange(globalUnicast)!;

export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const open = (options.allowAddresses ?? []).map(readRange);
  return (address) => {
    const ip = parseIp(address);
    if (ip === undefined) return 'no IP address';
    return open.some((range) => covers(range, ip)) ? undefined : ruleAgainst(ip, options.allowPrivate);
  };
}

function ruleAgainst(ip: IpAddress, allowPrivate = false): string | undefined {
  const row = rows.find((each) => covers(each.ip, ip));
  if (row) return allowPrivate && row.private ? undefined : `${row.name} ${row.range}`;
  return ip.bits === 32 || covers(unicast, ip) ? undefined : `outside of global unicast ${globalUnicast}`;
}

function readRange(text: string): IpRange {
  const range = parseRange(text);
  if (range) return range;
  const expected = 'addresses or ranges of them such as 10.0.0.0/8';
  throw new DehuskError('USAGE_VALUE_BAD', { flag: 'allowAddresses', expected, value: text, hint: '' });
}
