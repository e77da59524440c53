import { expect, it } from 'vitest'
import { createShareImageRenderer } from './share-image-renderer.ts'
import { siteSubject } from './share-subjects.ts'

const png = '\x89PNG\r\n\x1a\n'
const signatureOf = (image: Buffer) => image.subarray(0, 8).toString('latin1')

it('several images are drawn concurrently, and another one after the process was idle', async () => {
  const draw = createShareImageRenderer({ idleMs: 0 })
  const images = await Promise.all(['a', 'b', 'c'].map((name) => draw(siteSubject(name), 'card')))
  expect(images.map(signatureOf)).toEqual([png, png, png])
  await new Promise((done) => setTimeout(done, 50))
  expect(signatureOf(await draw(siteSubject('d'), 'wide'))).toBe(png)
})

it('an image that can’t be drawn doesn’t affect others', async () => {
  const draw = createShareImageRenderer()
  const broken = draw(null as never, 'card')
  const valid = draw(siteSubject('e'), 'card')
  await expect(broken).rejects.toThrow()
  expect(signatureOf(await valid)).toBe(png)
})
