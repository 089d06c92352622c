/**
 * msgpackr as plain MessagePack: one reused Packr with `useRecords: false`, since other decoders don't read its record
 * extension. https://github.com/kriszyp/msgpackr#options
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
