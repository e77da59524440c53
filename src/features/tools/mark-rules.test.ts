import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { bundledMark, marks } from './mark-rules.ts'

const names = [...new Set(Object.values(marks))].sort()

describe('the bundled marks', () => {
  it('are the files that the rules name, unchanged from their package, and no others', async () => {
    const files = (await readdir('public/marks')).filter((name) => name.endsWith('.svg'))
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.svg`))
    for (const file of files)
      expect(await readFile(`public/marks/${file}`, 'utf8'), `run scripts/copy-marks.ts for ${file}`).toBe(
        await readFile(`node_modules/@lobehub/icons-static-svg/icons/${file}`, 'utf8'),
      )
  })

  it('are small, and contain no script, no style and no address of another file', async () => {
    for (const name of names) {
      const text = await readFile(`public/marks/${name}.svg`, 'utf8')
      expect(text.length, name).toBeLessThan(24_000)
      expect(text, name).not.toMatch(/<script|<style|<foreignObject|\son\w+=|@import|(?:href|src)="(?!#)/i)
    }
  })
})

describe('the mark of an address', () => {
  it.each([
    ['https://chatgpt.com/', '/marks/openai.svg'],
    ['https://www.perplexity.ai/search', '/marks/perplexity-color.svg'],
    ['https://github.com/openai/whisper', '/marks/openai.svg'],
    ['https://github.com/features/copilot', '/marks/githubcopilot.svg'],
    ['https://github.com/openai-fans/whisper', null],
    ['https://github.com/features', null],
    ['https://chatgpt.com.example.org/', null],
    ['https://example.org/chatgpt.com', null],
    ['https://constructor/', null],
    ['nonsense', null],
  ])('of %s is %s', (url, mark) => {
    expect(bundledMark(url)).toBe(mark)
  })
})
