import { type Command, Option } from '@commander-js/extra-typings';
import type { Engine } from '../../fleet/folder.ts';
import { addOutput, LIST_FORMATS } from '../options.ts';
import type { Does } from '../place.ts';

const ENGINES = ['local', 'slurm', 'ssh', 'actions'] as const satisfies readonly Engine[];

export function addFleet(program: Command, does: Does): void {
  const fleet = program
    .command('fleet')
    .description('measure suites on several kinds of machine, and compare the kinds')
    .addHelpText('after', HELP);
  const verb = (name: string, what: string) =>
    fleet
      .command(name)
      .description(what)
      .option('-c, --config <file>', 'the description of the fleet', 'fleet.toml');
  const plan = verb('plan', 'list the runs that fleet.toml asks for: kinds × suites × repeats');
  addOutput(plan, LIST_FORMATS).action(does(async () => (await import('./fleet.ts')).fleetPlan));
  verb('submit', "start the runs that aren't done")
    .addOption(
      new Option('--engine <engine>', 'start them with this').choices(ENGINES).default('local' as const),
    )
    .option('--print', 'print the scripts of Slurm, or the workflow of GitHub Actions, and start nothing')
    .action(does(async () => (await import('./fleet.ts')).fleetSubmit));
  const status = verb('status', 'show the state of each run, and what is wrong with it');
  addOutput(status, LIST_FORMATS).action(does(async () => (await import('./fleet.ts')).fleetStatus));
  const collect = verb('collect', 'add the finished runs to those of this folder, and compare the kinds')
    .argument('[files...]', 'exported runs of this fleet to take in first, such as artifacts of a workflow')
    .addOption(new Option('--html <file>', 'write a page to share').conflicts(['format', 'out']));
  addOutput(collect).action(does(async () => (await import('./fleet.ts')).fleetCollect));
}

const HELP = `
docs/FLEET.md explains fleet.toml.

  wiremark fleet submit --engine slurm
  wiremark fleet status
  wiremark fleet collect --html kinds.html

Exit codes: 0 done; 1 a run failed (submit), or a run is missing (collect);
2 wrong usage, a malformed fleet.toml, or a scheduler that doesn't answer.`;
