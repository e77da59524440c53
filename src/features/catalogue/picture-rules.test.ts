import { describe, expect, it } from 'vitest'
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
    expect(picture('A fox beside a waterfall, in constant flux. A fox.')).toBeNull()
  })

  it('is null if the text says nothing about a picture', () =>
    expect(picture('Translate this sentence.', 'Translator')).toBe(null))
})
