/** The possible faults of a call: errors of the system, incomplete writes, Ctrl-C, and deaths of wiremark at the call. */

const READING = ['EIO', 'EACCES', 'ENOENT', 'EMFILE', 'ENOMEM'] as const;
/** Errors of calls that inspect a file without opening it. */
const LOOKING = ['EIO', 'EACCES', 'ENOENT', 'ENOMEM'] as const;
const ROOM = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES'] as const;
const DEATHS = ['kill-before', 'kill-after'] as const;

/** Faults by the call's name in inject.mjs. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  read: ['EIO', 'EINTR', 'ENOMEM'],
  readv: ['EIO', 'EINTR'],
  fstat: ['EIO', 'ENOMEM'],
  close: ['EIO', 'ENOSPC', 'EDQUOT'],
  readFile: [...READING, 'ENFILE'],
  readdir: [...READING, 'ENFILE'],
  opendir: READING,
  stat: [...LOOKING, 'ELOOP'],
  lstat: LOOKING,
  access: LOOKING,
  exists: ['ENOENT'],
  readlink: LOOKING,
  realpath: LOOKING,
  statfs: ['EIO', 'ENOSYS'],
  open: [...READING, 'ENFILE', 'ENOSPC', 'EROFS', 'EDQUOT', ...DEATHS],
  write: ['ENOSPC', 'EIO', 'EDQUOT', 'EFBIG', 'EAGAIN', 'short', 'torn', ...DEATHS],
  writev: ['ENOSPC', 'EIO', ...DEATHS],
  writeFile: [...ROOM, 'EMFILE', 'ENOENT', 'torn', ...DEATHS],
  appendFile: [...ROOM, 'EMFILE', 'torn', ...DEATHS],
  fsync: ['EIO', 'ENOSPC', 'EDQUOT', ...DEATHS],
  fdatasync: ['EIO', 'ENOSPC', ...DEATHS],
  ftruncate: ['EIO', 'EFBIG', ...DEATHS],
  truncate: ['EIO', 'EFBIG', ...DEATHS],
  rename: [...ROOM, 'ENOENT', 'EXDEV', ...DEATHS],
  mkdir: [...ROOM, 'EMLINK', ...DEATHS],
  mkdtemp: [...ROOM, ...DEATHS],
  copyFile: [...ROOM, 'ENOENT', ...DEATHS],
  cp: [...ROOM, ...DEATHS],
  link: [...ROOM, 'EPERM', ...DEATHS],
  symlink: [...ROOM, 'EPERM', ...DEATHS],
  unlink: ['EIO', 'EACCES', 'EROFS', 'EBUSY', 'ENOENT', ...DEATHS],
  rm: ['EIO', 'EACCES', 'EROFS', 'EBUSY', ...DEATHS],
  rmdir: ['EIO', 'EACCES', 'EROFS', 'ENOTEMPTY', ...DEATHS],
  chmod: ['EPERM', 'EROFS'],
  chown: ['EPERM', 'EROFS'],
  utimes: ['EPERM', 'EROFS', 'ENOENT'],
  spawn: ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE', 'ENOENT', 'EACCES', ...DEATHS],
};

/** Ctrl-C can arrive at any call. */
const INTERRUPT = 'interrupt';

export function faultsOf(site: string): readonly string[] {
  return [...(FAULTS[site.split(' ')[0]!] ?? ['EIO']), INTERRUPT];
}

/** True if the fault kills the process, so that its output may be incomplete. */
export function isDeath(how: string): boolean {
  return how.startsWith('kill') || how === 'torn';
}

/** True if the error says that a file doesn't exist: wiremark may then do something else. */
export function isAbsence(how: string): boolean {
  return how === 'ENOENT';
}
