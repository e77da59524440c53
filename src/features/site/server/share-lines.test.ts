import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeMissing } from './render-share-image.ts'
import { categoryHues, palette, toHex } from './share-colors.ts'
import { layOutLines, type TextRun } from './share-lines.ts'

const toTexts = (lines: TextRun[][]) =>
  lines.map((line) => line.map(({ text, blank }) => (blank ? `[${text}]` : text)).join(''))

describe('lines of a share image', () => {
  it('break between words, show blanks by name, and end with an ellipsis if the text is cut', () => {
    const text = 'Act as a {{role:poet}} and\n\nwrite about {{topic}} for me please'
    expect(toTexts(layOutLines(text, 20, 9))).toEqual(['Act as a [role] and', 'write about [topic] ', 'for me please'])
    expect(toTexts(layOutLines(text, 20, 2))).toEqual(['Act as a [role] and', 'write about [topic] …'])
  })

  it('leave space for the ellipsis after a word that fills its line', () => {
    expect(toTexts(layOutLines('abcde fghij klmno', 5, 2))).toEqual(['abcde', 'fgh …'])
  })

  it('never exceed the maximum number of lines or the maximum width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '𝕏', ' ', '\n', '{', '}'), maxLength: 300, size: 'max' }),
        fc.integer({ min: 5, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (text, columns, max) => {
          const lines = layOutLines(text, columns, max)
          expect(lines.length).toBeLessThanOrEqual(max)
          for (const line of lines) {
            expect(Array.from(line.map((run) => run.text).join('')).length).toBeLessThanOrEqual(columns)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

it('characters that the fonts lack are removed; a text is omitted if letters are missing or nothing is left', () => {
  expect(removeMissing('JSON → Markdown', new Set('→'))).toBe('JSON Markdown')
  expect(removeMissing('Привет, world', new Set('Привет'))).toBeNull()
  expect(removeMissing('→', new Set('→'))).toBeNull()
})

describe('the colors of share images', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  it('are those of the pages', () => {
    const hues = [...tokens.matchAll(/\[data-cat="([\w-]+)"\] \{\s*--hue: (\d+)/g)].map(([, slug, hue]) => [
      slug,
      Number(hue),
    ])
    expect(hues).toHaveLength(14)
    expect(categoryHues).toEqual({
      general: Number(/\[data-cat\] \{\s*--hue: (\d+)/.exec(tokens)?.[1]),
      ...Object.fromEntries(hues),
    })
    for (const [name, color] of Object.entries(palette)) {
      expect(tokens).toMatch(new RegExp(`--${name}: (light-dark\\()?oklch\\(${color.join(' ')}\\)`))
    }
  })

  it('are converted correctly from OKLCH', () => {
    expect(toHex([1, 0, 0])).toBe('#ffffff')
    expect(toHex([0, 0, 0])).toBe('#000000')
    // Pure red, with its values from CSS Color 4.
    expect(toHex([0.62796, 0.25768, 29.2339])).toBe('#ff0000')
  })
})
