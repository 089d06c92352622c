/** The kit of Node with serializers made for a test. */
import { Kit } from './kit.ts';

export const kit = new Kit({
  runtime: 'node',
  skip: false,
  parts: ['node/kit', 'build-kit'],
  program: process.execPath,
  started: 'node/kit/main.mjs',
  file: (id) => `node/serializers/${id}.mjs`,
  unit: 'utf-16',
  greeting: new RegExp(`^runtime node ${process.version}$`),
});

/** Writes serializers/<id>.mjs with the body of `create`. */
export function serializer(id: string, body: string, head = ''): void {
  kit.serializer(id, `${head}\nexport default { version: '7', async create(schema) { ${body} } };\n`);
}
