/**
 * Components as HTML text, for the page before its script runs. It serves pure functions of their props: no hooks, no
 * state, no refs. Every text and every attribute is escaped; there is no way to put markup in.
 */
import { type ComponentChildren, Fragment, isValidElement } from 'preact';

/** Elements without content. */
const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);

const NO_ATTRIBUTES = new Set(['children', 'key', 'ref']);

/** @throws TypeError for a name of an element or attribute that isn't plain: names never come from data */
export function renderMarkup(node: ComponentChildren): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(renderMarkup).join('');
  if (!isValidElement(node)) return escapeMarkup(String(node));
  const { type, props } = node as unknown as { type: unknown; props: Record<string, unknown> };
  const children = props.children as ComponentChildren;
  if (type === Fragment) return renderMarkup(children);
  if (typeof type === 'function') return renderMarkup(type(props) as ComponentChildren);
  const name = plain(String(type));
  const open = `<${name}${attributes(props)}>`;
  return VOID.has(name) ? open : `${open}${renderMarkup(children)}</${name}>`;
}

function attributes(props: Readonly<Record<string, unknown>>): string {
  return Object.entries(props)
    .map(([name, value]) => attribute(name, value))
    .join('');
}

function attribute(name: string, value: unknown): string {
  // Listeners are the script's.
  if (NO_ATTRIBUTES.has(name) || typeof value === 'function') return '';
  if (value === null || value === undefined) return '';
  // `hidden` is there or isn't; `aria-expanded` is "true" or "false".
  if (typeof value === 'boolean' && !name.startsWith('aria-')) return value ? ` ${plain(name)}` : '';
  return ` ${plain(name)}="${escapeMarkup(String(value))}"`;
}

function plain(name: string): string {
  if (/^[a-z][a-z0-9-]*$/i.test(name) && name !== 'dangerouslySetInnerHTML') return name;
  throw new TypeError(`"${name}" is no name of an element or attribute`);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A value as JSON that can stand in a script element: nothing in it ends the element or begins a comment. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
