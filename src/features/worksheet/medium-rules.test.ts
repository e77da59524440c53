import { expect, it } from 'vitest'
import { mediumOf } from './medium-rules.ts'

it('a prompt asks for a video if it is in the image category and a tag, its title or its first words say so', () => {
  const medium = (title: string, text: string, tags: string[] = []) => mediumOf('image-generation', tags, title, text)
  expect(medium('A fox', 'A fox in the snow', ['fox', 'video'])).toBe('video')
  expect(medium('Cocktail videos', 'Shake it.')).toBe('video')
  expect(medium('Pina Colada', 'Cinematic vertical smartphone video, centered.')).toBe('video')
  expect(medium('A fox', 'A fox in the snow')).toBe('image')
  expect(medium('Double exposure', 'A wallpaper inspired by the video game Red Dead.')).toBe('image')
  expect(medium('Neon alley', `${'A man walks. '.repeat(20)}Music video keyframe.`)).toBe('image')
  expect(mediumOf('general', ['video'], 'A video', 'A video')).toBe('text')
})
