import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { loadScriptsLate } from './late-scripts.ts'

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js" fetchPriority="low"/><script src="/early.js"></script></head>' +
  '<body><p>Whole</p><script>data()</script><script type="module" async="" src="/assets/index-1.js"></script></body></html>'

type Attribute = { name: string; value: string }

/**
 * Runs the script that was added to `html`, with fake browser objects. Returns what the script did, and functions
 * that trigger events.
 */
function runInlineScript(html: string) {
  const inlineScript = /<script>(\(function[\s\S]*)<\/script><\/body>/.exec(html)?.[1] as string
  const listeners = new Map<string, () => void>()
  const frames: (() => void)[] = []
  const link = { rel: 'late-module' }
  const started: Attribute[][] = []
  const lateScript = {
    attributes: [
      { name: 'type', value: 'late-module' },
      { name: 'async', value: '' },
      { name: 'src', value: '/assets/index-1.js' },
    ],
    replaceWith: (script: { type: string; set: Attribute[] }) =>
      started.push([{ name: 'type', value: script.type }, ...script.set.filter(({ name }) => name !== 'type')]),
  }
  runInNewContext(inlineScript, {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
    requestAnimationFrame: (run: () => void) => frames.push(run),
    setTimeout: (run: () => void) => run(),
    window: {},
    document: {
      querySelectorAll: () => [link],
      querySelector: () => (started.length === 0 ? lateScript : null),
      createElement: () => {
        const set: Attribute[] = []
        return { type: '', set, setAttribute: (name: string, value: string) => set.push({ name, value }) }
      },
    },
  })
  const paint = () => {
    for (const run of frames) run()
  }
  return { listeners, paint, link, started }
}

it('keeps browsers from loading a page’s module scripts immediately, and leaves its other scripts unchanged', () => {
  const html = loadScriptsLate(page).join('')
  expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/)
  expect(html).toContain('<script src="/early.js">')
  expect(html).toContain('<script>data()</script>')
})

it('the scripts start after the first frame, with the attributes that they were rendered with', () => {
  const { paint, link, started } = runInlineScript(loadScriptsLate(page).join(''))
  expect(started).toEqual([])
  paint()
  expect(link.rel).toBe('modulepreload')
  expect(started).toEqual([
    [
      { name: 'type', value: 'module' },
      { name: 'async', value: '' },
      { name: 'src', value: '/assets/index-1.js' },
    ],
  ])
})

it.each(['pointerdown', 'keydown', 'focusin'])('the scripts start immediately on %s, and only once', (eventName) => {
  const { listeners, paint, started } = runInlineScript(loadScriptsLate(page).join(''))
  listeners.get(eventName)?.()
  paint()
  expect(started).toHaveLength(1)
  expect(listeners.size).toBe(0)
})

it('a page without scripts is unchanged', () => {
  const plain = '<html><body>Back in a moment</body></html>'
  expect(loadScriptsLate(plain)).toEqual([plain])
})

it('the state stands before the scripts that need it, as data', () => {
  const html = loadScriptsLate(page, '{"a":1}').join('')
  expect(html).toMatch(/<script id="state" type="application\/json">\{"a":1\}<\/script><script>\(function/)
  expect(loadScriptsLate(page).join('')).not.toContain('id="state"')
})
