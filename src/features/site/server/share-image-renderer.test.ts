import { expect, it } from 'vitest'
import { createShareImageRenderer } from './share-image-renderer.ts'
import { siteSubject } from './share-subjects.ts'

const pngSignature = '\x89PNG\r\n\x1a\n'
const signatureOf = (image: Buffer) => image.subarray(0, 8).toString('latin1')

it('several concurrent requests get their images, and so does one after the idle process was stopped', async () => {
  const draw = createShareImageRenderer({ idleMs: 0 })
  const images = await Promise.all(['a', 'b', 'c'].map((name) => draw(siteSubject(name), 'card')))
  expect(images.map(signatureOf)).toEqual([pngSignature, pngSignature, pngSignature])
  await new Promise((done) => setTimeout(done, 50))
  expect(signatureOf(await draw(siteSubject('d'), 'wide'))).toBe(pngSignature)
})

it('an image that can’t be drawn doesn’t affect others', async () => {
  const draw = createShareImageRenderer()
  const broken = draw({ ...siteSubject('x'), title: 1 as never }, 'card')
  const valid = draw(siteSubject('e'), 'card')
  await expect(broken).rejects.toThrow()
  expect(signatureOf(await valid)).toBe(pngSignature)
})
