// Imports go one way: cli → fleet, web → report → analysis, run → trial → store, build, plan → userdata → dataset → oracle → schema → define.
// `stats` and `machine` know nothing of what wiremark is for; anything may import `machine/files`. No circles.
const may = {
  stats: [],
  machine: ['stats'],
  define: [],
  schema: ['define'],
  oracle: ['schema', 'define'],
  dataset: ['oracle', 'schema', 'define', 'stats'],
  userdata: ['dataset', 'oracle', 'schema', 'define', 'stats'],
  plan: ['stats', 'define'],
  build: ['stats', 'machine', 'plan', 'dataset', 'oracle', 'schema', 'define'],
  store: ['machine', 'stats', 'plan', 'define'],
  trial: ['build', 'store', 'stats', 'machine', 'plan', 'dataset', 'oracle', 'schema', 'define'],
  analysis: ['store', 'stats', 'plan', 'define'],
  run: ['trial', 'analysis', 'build', 'store', 'stats', 'machine', 'plan', 'dataset', 'userdata', 'schema', 'define'],
  report: ['analysis', 'store', 'stats', 'machine', 'plan', 'define'],
  fleet: ['report', 'analysis', 'build', 'store', 'stats', 'machine', 'plan', 'define'],
  web: ['report', 'analysis', 'store', 'stats', 'plan', 'define'],
};

const directions = Object.entries(may).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import only ${allowed.map((one) => `src/${one}`).join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, 'machine/files', ...allowed].join('|')})/` },
}));

/**
 * Subfolders, and which of their siblings they may import. `report`: text and layout know nothing of tables and styles.
 * `store`: the record doesn't depend on how its folder is written.
 */
const rooms = {
  report: {
    common: 'numbers',
    may: { text: [], tables: ['text'], styles: ['tables', 'text'] },
  },
  store: { common: 'error', may: { record: [], folder: ['record'] } },
};
const withinFolders = Object.entries(rooms).flatMap(([folder, { common, may }]) =>
  Object.entries(may).map(([room, allowed]) => ({
    name: `${folder}-${room}-imports`,
    comment: `src/${folder}/${room} may import of src/${folder} only ${[common, ...allowed].join(', ')}`,
    severity: 'error',
    from: { path: `^src/${folder}/${room}/` },
    to: {
      path: `^src/${folder}/`,
      pathNot: `^src/${folder}/(${common}\\.ts|(${[room, ...allowed].join('|')})/)`,
    },
  })),
);

export default {
  forbidden: [
    ...directions,
    ...withinFolders,
    {
      name: 'no-circles',
      comment: 'types vanish: a verb that is loaded late takes the type of its options from the command that loads it',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'only-groups-are-started',
      comment: 'src/machine/process-group.ts is the only place that starts processes',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/machine/process-group\\.ts$' },
      to: { path: '(^node_modules/execa/|^(node:)?(child_process|cluster)$)' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
