/**
 * msgpackr as plain MessagePack: one Packr, used again, with `useRecords: false`, since its record extension is not read
 * by other decoders; see "Options" in its README. Its native reader of strings is used where npm could get it.
 * https://github.com/kriszyp/msgpackr#options
 */
import { Packr } from 'msgpackr';

export default {
  package: 'msgpackr',
  create() {
    const packr = new Packr({ useRecords: false, int64AsType: 'bigint' });
    return {
      serialize: (document) => packr.pack(document),
      deserialize: (bytes) => packr.unpack(bytes),
    };
  },
};
