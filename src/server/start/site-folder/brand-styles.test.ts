import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentStyles, contrastOf } from './brand-styles.ts'

const tokenOf = (styles: string, name: string) => new RegExp(`${name}:([^;}]+)`).exec(styles)?.[1] ?? ''

it('text on the accent color has enough contrast, whatever the color', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`
      const styles = accentStyles(color)
      expect(styles).toMatch(/^html:root\{(--[a-z-]+:[#\w.,() -]+;?)+\}\n$/)
      expect(contrastOf(tokenOf(styles, '--accent'), tokenOf(styles, '--accent-ink'))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('accentStyles keeps a color that is light enough, and the hue of a color that isn’t', () => {
  expect(tokenOf(accentStyles('#ffb000'), '--accent')).toBe('#ffb000')
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(tokenOf(accentStyles('#0b3fa0'), '--accent').slice(at, at + 2), 16),
  ) as [number, number, number]
  expect(blue).toBeGreaterThan(green)
  expect(green).toBeGreaterThan(red)
})

it('contrastOf computes the contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
