import { isOlder } from '../../build-kit/interpreter.mjs';
import { runTool } from '../../build-kit/tool.mjs';

/** @typedef {import('../../build-kit/installer.mjs').Failure} Failure */

/** Major version of .NET to build for and to run on: `9` for `dotnet@9`. */
export const VERSION = process.env.WIREMARK_DOTNET_VERSION ?? '10';
/** True if a run selects `dotnet` instead of a version such as `dotnet@9`. Then rows may also run on a later .NET than 10. */
export const IS_USUAL = process.env.WIREMARK_DOTNET_VERSION === undefined;

const OLDEST = String(Math.max(10, Number(VERSION)));
const FIX = `install the .NET SDK, version ${OLDEST} or newer (https://dotnet.microsoft.com/download)`;

export const ENVIRONMENT = {
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_CLI_UI_LANGUAGE: 'en',
  DOTNET_CLI_USE_MSBUILD_SERVER: '0',
  DOTNET_EnableDiagnostics: '0',
  DOTNET_NOLOGO: '1',
  DOTNET_SKIP_FIRST_TIME_EXPERIENCE: '1',
  // Without .NET's profiling, 22 compilations took a fifth less processor time: a compiler ends before a profile pays off.
  DOTNET_TieredPGO: '0',
  MSBUILDDISABLENODEREUSE: '1',
  MSBUILDTERMINALLOGGER: 'off',
  NUGET_ENHANCED_MAX_NETWORK_TRY_COUNT: '2',
};

/** @returns {Promise<{ version: string } | Failure>} the SDK's version, such as `10.0.401` */
export async function askSdk() {
  if (!/^([89]|\d\d)$/.test(VERSION))
    return {
      reason: `rows aren't built for .NET ${VERSION}`,
      fix: 'give a major version from 8 on: dotnet@9',
    };
  const tool = { program: 'dotnet', args: ['--version'], env: ENVIRONMENT, longest: 60_000 };
  const { ended, reason, output } = await runTool(tool);
  const version = output.find((line) => /^\d+\.\d+\.\d+/.test(line));
  if (ended === 'missing') return { reason, fix: FIX };
  if (ended !== 'well' || version === undefined) {
    const said = output.find((line) => /No \.NET SDKs were found/.test(line)) ?? (reason || output[0]);
    return { reason: `dotnet: ${said}`, fix: FIX };
  }
  if (!isOlder(version, OLDEST)) return { version };
  return { reason: `dotnet is the .NET SDK ${version}, and the runner needs ${OLDEST} or newer`, fix: FIX };
}
