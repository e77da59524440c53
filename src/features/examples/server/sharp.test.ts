import { expect, it } from 'vitest'
import { refusalOf } from './sharp.ts'

it('a picture is called damaged unless a step took too long', () => {
  expect(refusalOf(new Error('VipsJpeg: premature end of JPEG image'))).toMatch(/^The picture is damaged\./)
  const timeout = new Error('timeout: 6% complete\nVipsImage: killed for image "temp-43"')
  expect(() => refusalOf(timeout)).toThrow(timeout)
})
