import type { Command } from '@commander-js/extra-typings';
import { suggestion } from '../../define/nearest.ts';
import { addOutput } from '../options.ts';
import { type Does, RUN } from '../place.ts';

export function addRuns(program: Command, does: Does): void {
  const runs = program
    .command('runs')
    .description('list, name, remove, verify, export and import recorded runs')
    .addHelpText('after', HELP)
    // Commander alone would take a misspelled verb for an argument of the default verb, `list`.
    .hook('preSubcommand', () => {
      const [word = 'list'] = runs.args;
      const verbs = runs.commands.map((verb) => verb.name());
      if (!word.startsWith('-') && !verbs.includes(word))
        runs.error(`error: unknown command '${word}'.${suggestion(word, verbs)}`);
    });
  const list = runs
    .command('list', { isDefault: true })
    .description('list the runs of this folder, the newest first')
    .option('--suite <pattern>', 'list only runs of this suite (a glob)');
  addOutput(list, ['terminal', 'json']).action(does(async () => (await import('./list.ts')).runsList));
  runs
    .command('name')
    .description('name a run; pages and lists show the name, and commands accept it')
    .argument('<run>', RUN)
    .argument('<name>', 'at most 80 characters, without slashes; begins with neither - nor .')
    .action(does(async () => (await import('./runs.ts')).runsName));
  runs
    .command('remove')
    .description('delete runs of this folder')
    .argument('<runs...>', RUN)
    .action(does(async () => (await import('./runs.ts')).runsRemove));
  runs
    .command('verify')
    .description('check that runs are unchanged since they were recorded')
    .argument('[runs...]', `${RUN} (default: every run of this folder)`)
    .action(does(async () => (await import('./runs.ts')).runsVerify));
  runs
    .command('export')
    .description('write a run to one file to send; report, compare, serve and sql --run open it')
    .argument('[run]', RUN, 'last')
    .option('--out <file>', 'write to this file, ending in .wiremark, or over it (default: named as the run)')
    .action(does(async () => (await import('./runs.ts')).runsExport));
  runs
    .command('import')
    .description('add exported runs to the runs of this folder')
    .argument('<files...>', 'exported runs, or folders of runs')
    .action(does(async () => (await import('./runs.ts')).runsImport));
}

const HELP = `
Each run is a folder of plain files in .wiremark/runs/. Copy a folder there to
add a run, or commit it: "wiremark report RUN --notes" names the folder.
docs/DATA.md describes the files.

  wiremark runs list --suite 'quick*'
  wiremark runs name last "before the change"
  wiremark runs export last --out for-anna.wiremark
  wiremark runs import for-anna.wiremark

Exit codes: 0 done; 1 verify found a changed run; 2 there is no such run, or
it can't be read or changed.`;
