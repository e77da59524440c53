import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { loadScriptsLate } from './late-scripts.ts'

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js" fetchPriority="low"/><script src="/early.js"></script></head>' +
  '<body><p>Whole</p><script>data()</script><script type="module" async="" src="/assets/index-1.js"></script></body></html>'

type Attribute = { name: string; value: string }

/**
 * Runs the script that was added to `html`, with fake browser objects. Returns what the script did, and functions
 * that trigger events: `frame` calls what waits for a frame and for no more than `milliseconds` after it; `show` tells
 * of a paint. `types`: the kinds of performance entries that the browser tells of. Null: it has no observer.
 */
function runInlineScript(html: string, types: string[] | null = ['paint']) {
  const inlineScript = /<script>(\(function[\s\S]*)<\/script><\/body>/.exec(html)?.[1] as string
  const listeners = new Map<string, () => void>()
  const frames: (() => void)[] = []
  const timers: { run: () => void; delay: number }[] = []
  const observers: ((list: { getEntriesByName: (name: string) => string[] }) => void)[] = []
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
  class PerformanceObserver {
    static supportedEntryTypes = types
    readonly #tell: (typeof observers)[number]
    constructor(tell: (typeof observers)[number]) {
      this.#tell = tell
    }
    // A page may have been painted before its script runs.
    observe({ type, buffered }: { type: string; buffered?: boolean }) {
      if (type === 'paint' && buffered) observers.push(this.#tell)
    }
  }
  runInNewContext(inlineScript, {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
    requestAnimationFrame: (run: () => void) => frames.push(run),
    setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
    PerformanceObserver,
    window: types ? { PerformanceObserver } : {},
    document: {
      querySelectorAll: () => [link],
      querySelector: () => (started.length === 0 ? lateScript : null),
      createElement: () => {
        const set: Attribute[] = []
        return { type: '', set, setAttribute: (name: string, value: string) => set.push({ name, value }) }
      },
    },
  })
  const frame = (milliseconds: number) => {
    for (const run of frames.splice(0)) run()
    for (const { run, delay } of timers) if (delay <= milliseconds) run()
  }
  const show = (entry: string) => {
    for (const tell of observers) tell({ getEntriesByName: (name) => (name === entry ? [entry] : []) })
  }
  return { listeners, frame, show, link, started }
}

it('keeps browsers from loading a page’s module scripts immediately, and leaves its other scripts unchanged', () => {
  const html = loadScriptsLate(page).join('')
  expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/)
  expect(html).toContain('<script src="/early.js">')
  expect(html).toContain('<script>data()</script>')
})

it('the scripts start when text is on the screen, with the attributes that they were rendered with', () => {
  const { frame, show, link, started } = runInlineScript(loadScriptsLate(page).join(''))
  frame(2999)
  show('first-paint')
  expect(started).toEqual([])
  show('first-contentful-paint')
  expect(link.rel).toBe('modulepreload')
  expect(started).toEqual([
    [
      { name: 'type', value: 'module' },
      { name: 'async', value: '' },
      { name: 'src', value: '/assets/index-1.js' },
    ],
  ])
})

it('the scripts start three seconds after the first frame in a browser that never says when text is on the screen', () => {
  const { frame, started } = runInlineScript(loadScriptsLate(page).join(''))
  frame(3000)
  expect(started).toHaveLength(1)
})

it.each([
  ['doesn’t know when text is on the screen', []],
  ['has nothing that could tell', null],
])('the scripts start after the first frame in a browser that %s', (_, types) => {
  const { frame, started } = runInlineScript(loadScriptsLate(page).join(''), types)
  frame(0)
  expect(started).toHaveLength(1)
})

it.each(['pointerdown', 'keydown', 'focusin'])('the scripts start immediately on %s, and only once', (eventName) => {
  const { listeners, frame, show, started } = runInlineScript(loadScriptsLate(page).join(''))
  listeners.get(eventName)?.()
  frame(3000)
  show('first-contentful-paint')
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
