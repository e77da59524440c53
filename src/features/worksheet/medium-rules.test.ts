import { expect, it } from 'vitest'
import { mediumOf } from './medium-rules.ts'

it('a prompt in the image category asks for a video if a tag, its title or its first words say so', () => {
  const of = (title: string, text: string, tags: string[] = []) => mediumOf('image-generation', tags, title, text)
  expect(of('A fox', 'A fox in the snow', ['fox', 'video'])).toBe('video')
  expect(of('Cocktail videos', 'Shake it.')).toBe('video')
  expect(of('Pina Colada', 'Cinematic vertical smartphone video, centered.')).toBe('video')
  expect(of('A fox', 'A fox in the snow')).toBe('image')
  expect(of('Double exposure', 'A wallpaper inspired by the video game Red Dead.')).toBe('image')
  expect(of('Neon alley', `${'A man walks. '.repeat(20)}Music video keyframe.`)).toBe('image')
  expect(mediumOf('general', ['video'], 'A video', 'A video')).toBe('text')
})
