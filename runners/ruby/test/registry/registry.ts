/** A registry on this machine, with gems that a test created. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MadeGem {
  readonly name: string;
  readonly version: string;
  readonly needs?: string;
  readonly extconf?: string;
}

const MAKE = fileURLToPath(new URL('make.rb', import.meta.url));

export class Registry {
  readonly asked: string[] = [];
  readonly checksums: ReadonlyMap<string, string>;
  readonly #folder: string;
  readonly #missing = new Set<string>();
  #server: Server | null = null;
  #port = 0;

  constructor(ruby: string, folder: string, gems: readonly MadeGem[]) {
    const lines = gems.map(({ name, version, needs = '', extconf = '' }) =>
      [name, version, needs, extconf].join('\t'),
    );
    const { status, stderr } = spawnSync(ruby, [MAKE, folder], { input: lines.join('\n'), encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const files = readdirSync(join(folder, 'gems'));
    const sum = (file: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, 'gems', file)))
        .digest('hex');
    this.checksums = new Map(files.map((file) => [file, sum(file)]));
    this.#folder = folder;
  }

  /** Stays the same after down() and up(). */
  get address(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  lose(file: string): void {
    this.#missing.add(file);
  }

  async up(): Promise<void> {
    this.asked.length = 0;
    this.#missing.clear();
    if (this.#server !== null) return;
    const server = createServer(({ url = '/' }, response) => {
      const path = normalize(decodeURIComponent(url));
      this.asked.push(path);
      try {
        if ([...this.#missing].some((file) => path.includes(file))) throw new Error('lost');
        response.end(readFileSync(join(this.#folder, path)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
