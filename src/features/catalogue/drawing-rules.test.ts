import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { frameOf, sceneColors, sceneOf } from './drawing-rules.ts'
import { pictureRatios, pictureStyles, pictureSubjects } from './picture-fact-rules.ts'

const svg = readFileSync('src/features/catalogue/web/drawings.svg', 'utf8')
const ids = new Set(Array.from(svg.matchAll(/<symbol id="([^"]+)"/g), ([, id]) => id))

describe('the scene of a picture', () => {
  it.each([
    [null, 'person', 'A sailor in the rain', 'person'],
    [null, 'person', 'A portrait in the rain', 'portrait'],
    ['photo', 'person', 'A full-body portrait of a woman', 'full'],
    ['photo', 'person', 'A young woman, close-up', 'woman'],
    ['photo', 'person', 'Close-up of a sailor', 'close'],
    ['photo', 'food', 'A bowl of soup', 'food'],
    ['photo', 'food', 'A cocktail on ice', 'drink'],
    ['3d', 'city', 'An isometric town', 'iso-city'],
    ['3d', 'person', 'A chibi', 'iso-person'],
    ['3d', 'thing', 'A plush toy', 'iso-person'],
    ['3d', 'room', 'A floor plan', 'iso'],
    ['pixel-art', 'animal', 'A cat', 'pixels'],
    ['photo', null, 'Anything', 'scene'],
  ] as const)('with style %s, subject %s and text “%s” is %s', (style, subject, words, scene) =>
    expect(sceneOf({ style, subject }, words)).toBe(scene),
  )

  it('is the general one if the text states nothing', () => expect(sceneOf(null, 'Anything')).toBe('scene'))

  it('has a symbol in drawings.svg for each style and subject, and each style has one too', () => {
    const words = ['', 'woman', 'close-up', 'portrait', 'full-body', 'cocktail']
    const styles = [null, ...(Object.keys(pictureStyles) as (keyof typeof pictureStyles)[])]
    for (const style of styles) {
      if (style) expect(ids).toContain(style)
      for (const subject of [null, ...pictureSubjects])
        for (const word of words) expect(ids).toContain(sceneOf({ style, subject }, word))
    }
  })
})

describe('the colors of a scene', () => {
  it('begin with the first color of the palette and the color that differs most from it in lightness', () => {
    const [white, gray, black, red] = ['#fafaf7', '#8a8d91', '#16161a', '#d0312d']
    expect(sceneColors([white, gray, black, red], '')).toEqual([white, black, red, gray])
    expect(sceneColors([black, gray, white, red, gray], '')[1]).toBe(white)
  })

  it('are four: translucent grays are added to two or three, and the category’s tints replace none or one', () => {
    expect(sceneColors(['#127d80', '#ee7d24'], '')).toEqual(['#127d80', '#ee7d24', '#8886', '#8885'])
    expect(sceneColors(['#127d80', '#ee7d24', '#16161a'], '')).toHaveLength(4)
    expect(sceneColors(['#111111', '#222222', '#333333', '#444444', '#555555'], '')).toHaveLength(4)
    expect(sceneColors([], '').join()).toContain('var(--mark)')
    expect(sceneColors(['#ff6600'], ''), 'one color would hide the shape').toEqual(sceneColors([], ''))
  })

  it('are dark if there is no palette and the words suggest night', () => {
    const [tints, noon, night] = ['', 'A knight at noon', 'A street at night'].map((words) => sceneColors([], words))
    expect(noon).toEqual(tints)
    expect(night).not.toEqual(tints)
    expect(sceneColors(['#127d80', '#ee7d24'], 'A street at night')[0]).toBe('#127d80')
  })
})

it('a frame has the stated ratio', () => {
  for (const ratio of pictureRatios) {
    const [, , width = 0, height = 1] = frameOf(ratio).split(' ').map(Number)
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    expect(width / height).toBeCloseTo(across / down, 1)
  }
})
