import { afterEach, expect, it, vi } from 'vitest'
import { loadScript } from './load-script.ts'

type Script = { src: string; onload?: () => void; onerror?: () => void; remove(): void }

/** Replaces `document` with a fake page, and returns the scripts that are on the page. */
function fakePage() {
  const scripts: Script[] = []
  const createElement = (): Script => {
    const script: Script = { src: '', remove: () => void scripts.splice(scripts.indexOf(script), 1) }
    return script
  }
  vi.stubGlobal('document', { createElement, head: { append: (script: Script) => scripts.push(script) } })
  return scripts
}
afterEach(() => vi.unstubAllGlobals())

it('a captcha’s script is added to the page once, however often it is requested', async () => {
  const scripts = fakePage()
  expect(scripts).toEqual([])
  const loads = Promise.all([loadScript('https://captcha.example/a.js'), loadScript('https://captcha.example/a.js')])
  expect(scripts.map(({ src }) => src)).toEqual(['https://captcha.example/a.js'])
  scripts[0]?.onload?.()
  await loads
  await loadScript('https://captcha.example/a.js')
  expect(scripts).toHaveLength(1)
})

it('a captcha’s script that didn’t load is replaced when it is requested again', async () => {
  const scripts = fakePage()
  const first = loadScript('https://captcha.example/b.js')
  scripts[0]?.onerror?.()
  await expect(first).rejects.toThrow('could not be loaded')
  const second = loadScript('https://captcha.example/b.js')
  expect(scripts).toHaveLength(1)
  scripts[0]?.onload?.()
  await second
})
