import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from '../build/installer.mjs';

const GEM = { name: 'charlock', version: '1.0.0', needs: [] };
const LOG = '/cache/charlock-1.0.0.log';

const said = (lines: readonly string[], probes: readonly string[] = []) => [
  'ERROR: Failed to build gem native extension.',
  '',
  '    current directory: /gems/charlock-1.0.0/ext/charlock',
  '/usr/bin/ruby -I /usr/lib/ruby/vendor_ruby -r ./siteconf.rb extconf.rb',
  ...lines,
  '*** extconf.rb failed ***',
  'Could not create Makefile due to some reason, probably lack of necessary',
  'libraries and/or headers.  Check the mkmf.log file for more details.',
  'Provided configuration options:',
  '\t--with-opt-dir',
  '\t--ruby=/usr/bin/$(RUBY_BASE_NAME)3.1',
  '',
  'To see why this extension failed to compile, please check the mkmf.log which can be found here:',
  '',
  '  /gems/extensions/x86_64-linux/3.1.0/charlock-1.0.0/mkmf.log',
  '',
  'extconf failed, exit code 1',
  '',
  'Gem files will remain installed in /gems/charlock-1.0.0 for inspection.',
  'Results logged to /gems/extensions/x86_64-linux/3.1.0/charlock-1.0.0/gem_make.out',
  ...probes.map((line) => `mkmf.log: ${line}`),
];

test('the reason is the last informative line, never the path of a deleted log', () => {
  const probes = [
    'conftest.c:3:10: fatal error: ruby.h: No such file or directory',
    '"pkg-config --exists icu-i18n"',
    'sh: 1: pkg-config: not found',
    'package configuration for icu-i18n is not tried',
    '--------------------',
  ];
  for (const [lines, told, reason] of [
    [['checking for icu-i18n... no'], probes, 'pkg-config: not found'],
    [['checking for icu.h... no'], [], 'checking for icu.h... no'],
    [['checking for icu.h... no', 'sorry: no libicu'], probes, 'sorry: no libicu'],
    [['icu.h is missing; install libicu-dev'], probes, 'icu.h is missing; install libicu-dev'],
  ] as const) {
    const failure = failureOf(GEM, said(lines, told), LOG);
    assert.equal(failure.reason, `charlock 1.0.0 can't be compiled: ${reason}`);
    assert.match(failure.fix, /^install what it asks for, .* \(log: \/cache\/charlock-1\.0\.0\.log\)$/);
  }
});

test("for invalid code the reason is the compiler's first error", () => {
  const lines = ['make', 'a.c:3:1: error: unknown type name', 'b.c:9:9: error: another', 'make failed'];
  const { reason } = failureOf(GEM, ['Failed to build gem native extension', ...lines], LOG);
  assert.equal(reason, "charlock 1.0.0 can't be compiled: a.c:3:1: error: unknown type name");
});
