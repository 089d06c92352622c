import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fragment, h } from 'preact';
import { embeddedJson, renderMarkup } from '../../src/web/markup/markup.ts';

test('elements, components, fragments and lists become markup', () => {
  const Item = ({ text }: { text: string }) => h('li', null, text);
  const list = h('ul', { class: 'facts' }, [
    h(Item, { text: 'a' }),
    null,
    false,
    h(Fragment, null, h('br', null), 2),
  ]);
  assert.equal(renderMarkup(list), '<ul class="facts"><li>a</li><br>2</ul>');
});

test('texts and attributes are escaped', () => {
  const hostile = `</script><img src=x onerror="alert('1')">&amp;`;
  const markup = renderMarkup(h('p', { title: hostile }, hostile));
  const escaped = '&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;';
  assert.equal(markup, `<p title="${escaped}">${escaped}</p>`);
});

test('true is an attribute without a value, false is none; ARIA has words for both', () => {
  const button = h('button', {
    disabled: true,
    hidden: false,
    'aria-expanded': false,
    'aria-controls': undefined,
  });
  assert.equal(renderMarkup(button), '<button disabled aria-expanded="false"></button>');
});

test('listeners, keys and refs are no attributes', () => {
  const button = h('button', { key: 'k', onClick: () => {}, ref: () => {} }, 'x');
  assert.equal(renderMarkup(button), '<button>x</button>');
});

test('no way to put markup in, nor to name an element by data', () => {
  assert.throws(() => renderMarkup(h('p', { dangerouslySetInnerHTML: { __html: '<b>' } })), TypeError);
  assert.throws(() => renderMarkup(h('p><script', null)), TypeError);
  assert.throws(() => renderMarkup(h('p', { 'x onclick': '1' })), TypeError);
});

test('JSON in a script element can end neither it nor begin a comment', () => {
  const value = { title: '</script><!--<script>' };
  const json = embeddedJson(value);
  assert.ok(!json.includes('<'));
  assert.deepEqual(JSON.parse(json), value);
});
