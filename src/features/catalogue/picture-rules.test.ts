import { describe, expect, it } from 'vitest'
import { colorNamesOf, paletteOf } from './palette-rules.ts'
import { pictureOf } from './picture-rules.ts'

const picture = (content: string, title = 'Untitled') => pictureOf(title, content)

describe('the picture of a text', () => {
  it('has the aspect ratio that the text states, and never mistakes a time or a grid for one', () => {
    expect(picture('A vertical (9:16) street in the rain. Also export 1:1.')?.ratio).toBe('9:16')
    expect(picture('A harbor at noon --ar 4:5')?.ratio).toBe('4:5')
    expect(picture('A square composition of a red door.')?.ratio).toBe('1:1')
    expect(picture('Space on the left for words. 3:2.')?.ratio, 'at the end of a sentence').toBe('3:2')
    for (const none of ['At 4:3 pm a portrait, a portrait.', 'A 4x3 grid of portrait photos.', 'A portrait at 12:4:5.'])
      expect(picture(none)?.ratio ?? null).toBe(null)
  })

  it('has the ratio of a size in pixels if that ratio is a common one', () => {
    expect(picture('A poster, 1080x1920 pixels.')?.ratio).toBe('9:16')
    expect(picture('A grid (2048 × 2048).')?.ratio).toBe('1:1')
    expect(picture('A portrait, 1000x333 pixels, a portrait.')?.ratio ?? null).toBe(null)
    expect(picture('A banner in 3:2, exported as 1080x1080.')?.ratio, 'a stated ratio takes precedence').toBe('3:2')
  })

  it('has the style that is mentioned most, but never one that is excluded', () => {
    expect(picture('Isometric diorama of a village, 3D, soft light.')?.style).toBe('3d')
    expect(picture('Photorealistic portrait photograph. No cartoon, no anime, no comic look.')?.style).toBe('photo')
    expect(
      picture('{"style": "watercolor painting", "negative_prompt": "photo, photograph, photorealistic"}')?.style,
    ).toBe('painting')
    expect(picture('A cat on a roof.', 'Cinematic cat')?.style).toBe('cinematic')
  })

  it('has the tools that the text mentions or whose parameters it uses', () => {
    expect(picture('For Midjourney and Stable Diffusion: a fox.')?.tools).toEqual(['midjourney', 'stable-diffusion'])
    expect(picture('A fox in the snow --ar 2:3')?.tools).toEqual(['midjourney'])
    expect(picture('A fox beside a waterfall, in constant flux. A fox.')?.tools).toEqual([])
  })

  it('has the subject that the title and the first words name', () => {
    expect(picture('A bowl of soup, a dish for two.', 'Food photo')?.subject).toBe('food')
    expect(picture('A young woman holds a cup.', 'Portrait')?.subject).toBe('person')
  })

  it('is null if the text says nothing about a picture', () =>
    expect(picture('Translate this sentence.', 'Translator')).toBe(null))
})

describe('the palette of a text', () => {
  const teal = '#127d80'
  it.each([
    ['"color_palette": ["Deep teal", "burnt orange", "off-white"]', ['#0c5153', '#ee7d24', '#fafaf7']],
    ['Teal and orange color grading.', [teal, '#ee7d24']],
    ['A palette of slate blue, teal and cream. Her dress is red.', ['#4a72ae', teal, '#f5e9cf']],
    ['"palette": {"sky": "#1A2B3C deep indigo", "sun": "#ffcc00"}', ['#1a2b3c', '#ffcc00']],
    ['Ink is #112233 on #ffeedd.', ['#112233', '#ffeedd']],
    ['A black and white portrait of a man in a blue coat.', ['#16161a', '#fafaf7']],
    ['Palette: teal and cream, no red.', [teal, '#f5e9cf']],
    ['Palette: teal, cream, teal.', [teal, '#f5e9cf']],
    ['Palette: red, blue. Palette: bold. Palette: muted.', ['#d0312d', '#2f6fd0']],
  ])('is found in: %s', (text, colors) => expect(paletteOf(text)).toEqual(colors))

  it.each([
    ['one color', 'A teal palette.'],
    ['one color that is mentioned twice', 'A roof in #FF0000 and a door in #ff0000.'],
    ['one color that its palette repeats', 'Palette: teal, Teal.'],
    ['colors of things', 'A woman in a red dress with blue eyes on a green bench.'],
    ['many pictures', 'Palette: red, blue. Palette: teal, gold. Palette: pink, cyan.'],
    ['skin', 'Brown and tan skin tones.'],
  ])('is empty for %s', (_, text) => expect(paletteOf(text)).toEqual([]))
})

it('the colors of a palette get the names of the most similar known colors, each once', () => {
  expect(colorNamesOf(['#127d80', '#ee7d24', '#fafaf7'])).toEqual(['teal', 'orange', 'white'])
  expect(colorNamesOf(['#0b0b0f', '#17171b', '#8b8d90'])).toEqual(['black', 'gray'])
})
