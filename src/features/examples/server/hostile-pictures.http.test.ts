import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { pictureLimits, pictureQuota } from '../rules.ts'
import { createFolderStore } from './picture-store.ts'

let testSite: TestSite
let folder: string
let as: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  testSite = await createTestSite({ site: { pictures: createFolderStore(folder) } })
  as = await testSite.addUser('member')
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true, force: true })
})

const upload = (body: Uint8Array, headers = {}) =>
  testSite.request('/api/pictures', { as, method: 'POST', body: new Uint8Array(body), headers })

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
/** A PNG with this image data. Its header states this width and height. */
const png = (width: number, height: number, data: Buffer) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = 2
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Format = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'
const formats: Format[] = ['png', 'jpeg', 'webp', 'avif', 'gif']
const validPicture = (format: Format, seed = 0) =>
  sharp({ create: { width: 120, height: 90, channels: 3, background: { r: seed % 256, g: 40, b: 90 } } })
    .toFormat(format)
    .toBuffer()

/** The headers of a JPEG, a WebP and a GIF with `side` as the width or height. Too little data follows them. */
const headersOf = (side: number) => {
  const jpeg = Buffer.from('ffd8ffc0001108ffffffff03012200021101031101ffda000c03010002110311003f00ffd9', 'hex')
  jpeg.writeUInt16BE(side, 7)
  jpeg.writeUInt16BE(65_535 - (side % 100), 9)
  const webp = Buffer.from('524946461600000057454250565038580a00000000000000ffffff00ffff', 'hex').subarray(0, 30)
  webp.writeUIntLE(side, 24, 3)
  const gif = Buffer.from(`474946383961ffffffff000000${'2c00000000ffffffff0002024c01003b'}`, 'hex')
  gif.writeUInt16LE(side, 6)
  return [jpeg, webp, gif]
}

/** How many files of each kind are sent. Set HOSTILE_FILES to send more. */
const filesPerKind = Number(process.env.HOSTILE_FILES ?? 40)

/** Generates files of five kinds. No two files are equal. */
async function* hostileFiles(compressedZeros: Buffer): AsyncGenerator<{ kind: string; bytes: Buffer }> {
  const validPictures = await Promise.all(formats.map((format) => validPicture(format)))
  const scripts = [
    '<script>alert(1)</script>',
    'PK\x03\x04 a zip',
    '%PDF-1.7 a document',
    '#!/bin/sh\nrm -rf /\n',
    '<?php x();',
  ]
  const unsupported = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="9999"><image href="file:///etc/passwd"/></svg>',
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
    '%PDF-1.7\n1 0 obj',
    'II*\x00 a tiff',
    'MM\x00* a tiff',
    'BM a bitmap',
    '\x00\x00\x00\x1cftypheic a photo from a phone',
    '\x00\x00\x00\x0cJXL \r\n\x87\n',
    '<html><body>GIF89a</body></html>',
    'push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "|id"\npop graphic-context',
  ]
  for (let n = 0; n < filesPerKind; n++) {
    // A number from 0 to nearly 1.
    const share = n / filesPerKind
    const whole = validPictures[n % validPictures.length] as Buffer
    yield { kind: 'wrong type', bytes: Buffer.from(`${unsupported[n % unsupported.length]}${n}`, 'latin1') }
    yield { kind: 'polyglot', bytes: Buffer.concat([whole, Buffer.from(`${scripts[n % 5]}${n}`, 'latin1')]) }
    // The header states up to 4 billion pixels, and the data decompresses to up to 20 MB.
    yield {
      kind: 'bomb',
      bytes: png(
        7_000 + Math.floor(share * 58_000),
        65_000 - n * 3,
        n % 20 ? compressedZeros.subarray(0, 2_000) : compressedZeros,
      ),
    }
    yield { kind: 'huge header', bytes: headersOf(65_535 - n)[n % 3] as Buffer }
    const truncated = Buffer.from(whole.subarray(0, 12 + Math.floor((whole.length - 13) * share)))
    yield { kind: 'truncated', bytes: truncated }
  }
}

/** Reads a file in Linux's /proc. Returns an empty string if the process has ended. */
const readProcess = (path: string) => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}
/** The current (VmRSS) or highest (VmHWM) memory of a process in MB, or 0 if it has ended. */
const rssOf = (pid: number, field = 'VmRSS') => {
  const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readProcess(`${pid}/status`))?.[1] ?? 0
  return Number(kilobytes) / 1_000
}
/** The ids of the processes that encode pictures. There are none before the first picture. */
const encoderPids = () =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readProcess(`${process.pid}/task/${task}/children`).split(' '))
    .filter((pid) => pid && readProcess(`${pid}/cmdline`).includes('picture-process'))
    .map(Number)
/** The memory of this process and of the encoder in MB. */
const memoryOfBoth = () => [process.pid, ...encoderPids()].reduce((sum, pid) => sum + rssOf(pid), 0)

it('hostile files are refused with a reason, leave no files, and take little memory', {
  timeout: 600_000,
}, async () => {
  // These bytes are allocated before the memory is measured, because they must not count.
  const compressedZeros = deflateSync(Buffer.alloc(20_000_000))
  await validPicture('png')
  const memory = memoryOfBoth()
  expect((await upload(await validPicture('png'))).status).toBe(201)
  const before = await readdir(folder, { recursive: true })
  const refusals: Record<string, number> = {}
  let highest = 0
  for await (const { kind, bytes } of hostileFiles(compressedZeros)) {
    const { status, body } = await upload(bytes)
    const about = `${kind}, ${bytes.length} bytes, ${bytes.subarray(0, 12).toString('latin1')}`
    expect([status, body.code], about).toEqual([400, 'validation_failed'])
    expect(body.fields.picture, about).toMatch(/^[A-Z].{20,}\.$/)
    refusals[kind] = (refusals[kind] ?? 0) + 1
    highest = Math.max(highest, memoryOfBoth())
  }
  expect(refusals).toEqual({
    'wrong type': filesPerKind,
    polyglot: filesPerKind,
    bomb: filesPerKind,
    'huge header': filesPerKind,
    truncated: filesPerKind,
  })
  expect(highest - memory).toBeLessThan(150)
  expect(await readdir(folder, { recursive: true })).toEqual(before)
  expect((await upload(await validPicture('jpeg', 7))).status).toBe(201)
})

it('small files with too many pixels for their format are refused before they are decoded', async () => {
  const { deepPixelsMax, avifPixelsMax } = pictureLimits
  const plain = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#406080' }, limitInputPixels: false })
  const avif = await plain(2_900).avif({ effort: 0, bitdepth: 12 }).toBuffer()
  const gif = await plain(4_500).gif({ effort: 1, colours: 2 }).toBuffer()
  // 16 bits per channel.
  const deep = await plain(4_500).toColorspace('rgb16').png({ compressionLevel: 1 }).toBuffer()
  await upload(await validPicture('png', 3))
  // On a busy machine, an idle encoder may end between two files, and a new one then starts.
  const highestMemory = () => Math.max(...encoderPids().map((pid) => rssOf(pid, 'VmHWM')))
  const before = highestMemory()
  const cases = [
    [avif, avifPixelsMax],
    // GIFs have the same limit as pictures with more than 8 bits per channel.
    [gif, deepPixelsMax],
    [deep, deepPixelsMax],
  ] as const
  for (const [bytes, pixelsMax] of cases) {
    const { status, body } = await upload(bytes)
    expect([status, body.fields.picture]).toEqual([
      400,
      `The picture has more than ${pixelsMax / 1e6} million pixels. Make it smaller first, or save it as JPEG.`,
    ])
  }
  expect(highestMemory() - before).toBeLessThan(40)
  expect((await upload(await plain(2_000).avif({ effort: 0 }).toBuffer())).status).toBe(201)
})

it('a picture isn’t called damaged if the process that encodes it ends', async () => {
  const kills = setInterval(() => {
    for (const pid of encoderPids()) process.kill(pid, 'SIGKILL')
  }, 5)
  const { status, body } = await upload(await validPicture('png'))
  clearInterval(kills)
  const text = 'The picture can’t be processed. Make it smaller, or try again later.'
  expect([status, body.fields]).toEqual([400, { picture: text }])
})

it('a picture is stored without its extra frames, profiles, comments and scripts, or is refused', async () => {
  const script = '<script>alert(1)</script><?php x(); ?>'
  const frames = Array.from({ length: 40 }, (_, i) => validPicture('png', i * 6))
  const animated = (format: 'gif' | 'webp') =>
    Promise.all(frames).then((all) =>
      sharp(all, { join: { animated: true } })
        .toFormat(format, { loop: 0, delay: Array(40).fill(20) })
        .toBuffer(),
    )
  const exif = { IFD0: { Artist: script, ImageDescription: script.repeat(500) } }
  const jpeg = await sharp(await validPicture('jpeg'))
    .withIccProfile('p3')
    .withExif(exif)
    .withXmp(`<x>${script}</x>`)
    .toBuffer()
  const whole = await validPicture('png')
  const comment = chunk('tEXt', Buffer.from(`Comment\0${script.repeat(1_000)}`, 'latin1'))
  const profile = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(3_000_000, script))]))
  const pngWithMetadata = Buffer.concat([whole.subarray(0, 33), profile, comment, whole.subarray(33)])
  for (const bytes of [await animated('gif'), await animated('webp'), jpeg, pngWithMetadata]) {
    const { status, body } = await upload(bytes)
    if (status === 400) {
      expect(body.fields.picture).toMatch(/^The picture can’t be read/)
      continue
    }
    expect([status, body.width, body.height]).toEqual([201, 120, 90])
    for (const file of ['1600.avif', '1600.webp']) {
      const response = await testSite.app.request(`${body.src}${file}`, { headers: await testSite.headersOf(as) })
      const stored = Buffer.from(await response.arrayBuffer())
      expect(stored.includes('alert(1)')).toBe(false)
      const { pages = 1, exif: storedExif, icc, xmp } = await sharp(stored).metadata()
      expect([pages, storedExif, icc, xmp]).toEqual([1, undefined, undefined, undefined])
    }
  }
})

it('a file that is too large is refused, with or without a Content-Length, before it is read to its end', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1_000_000
      controller.enqueue(new Uint8Array(1_000_000))
    },
  })
  const response = await testSite.app.request('/api/pictures', {
    method: 'POST',
    body: endless,
    // TypeScript's DOM types don't include `duplex`, which a streamed body needs.
    ...{ duplex: 'half' },
    headers: await testSite.headersOf(as),
  })
  expect([response.status, (await response.json()).code]).toEqual([413, 'body_too_large'])
  expect(sent).toBeLessThan(pictureLimits.bytesMax + 3_000_000)
  const length = String(pictureLimits.bytesMax + 1)
  expect((await upload(Buffer.from('x'), { 'content-length': length })).status).toBe(413)
  // Empty files and pictures with a side under 64 pixels are refused too.
  expect((await upload(Buffer.alloc(0))).body.fields).toEqual({ picture: 'Choose a picture.' })
  expect(
    (
      await upload(
        await sharp(await validPicture('png'))
          .resize(400, 20)
          .png()
          .toBuffer(),
      )
    ).body.fields.picture,
  ).toContain('64')
})

it('a photo is stored upright, with its color, and without the place where it was taken', async () => {
  const photo = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c03020' } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } } })
    .jpeg()
    .toBuffer()
  // Some phones append a second JPEG, which is ignored.
  const { status, body } = await upload(Buffer.concat([photo, photo]))
  expect([status, body.width, body.height]).toEqual([201, 100, 200])
  for (const file of ['480.avif', '480.webp']) {
    const response = await testSite.app.request(`${body.src}${file}`, { headers: await testSite.headersOf(as) })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString('latin1')).not.toContain('Somebody')
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(Math.abs((data[0] as number) - 0xc0) + Math.abs((data[1] as number) - 0x30)).toBeLessThan(16)
  }
})

it('a member’s pictures are limited per day and in total, and the error for the total says to delete some', async () => {
  const limited = await createTestSite({ limits: true, site: { pictures: createFolderStore(folder) } })
  const busy = await limited.addUser('Busy')
  const send = (body: Uint8Array) =>
    limited.request('/api/pictures', { as: busy, method: 'POST', body: new Uint8Array(body) })
  const statuses: number[] = []
  for (let index = 0; index <= pictureQuota.picturesDay; index++) statuses.push((await send(Buffer.from('x'))).status)
  expect(statuses).toEqual([...Array(pictureQuota.picturesDay).fill(400), 429])
  await limited.db.deleteFrom('rateLimits').execute()
  const row = { userId: busy, exampleId: null, width: 64, height: 64, bytes: 1, createdAt: new Date() }
  const rows = Array.from({ length: pictureQuota.picturesAll }, (_, i) => ({
    ...row,
    id: `019a9d1e-7c00-7000-8000-${String(i).padStart(12, '0')}`,
    key: `key${i}`,
  }))
  // The limits count the bytes of all stored files and of today's uploads.
  await limited.db
    .insertInto('examplePictures')
    .values({ ...rows[0], bytes: pictureQuota.bytesAll } as never)
    .execute()
  expect((await send(await validPicture('webp'))).status).toBe(409)
  await limited.db.deleteFrom('examplePictures').execute()
  // The daily limit of upload-picture.ts, of which only one kilobyte is left below.
  const kilobytesPerDay = { name: 'picture-kb', points: pictureQuota.megabytesDay * 1_000, seconds: 86_400 }
  await limited.limits.take(kilobytesPerDay, busy, kilobytesPerDay.points - 1)
  expect((await send(await validPicture('webp'))).status).toBe(429)
  await limited.db.deleteFrom('rateLimits').execute()
  await limited.db.insertInto('examplePictures').values(rows).execute()
  const full = await send(await validPicture('webp'))
  expect([full.status, full.body.code, full.body.error]).toEqual([
    409,
    'conflict',
    expect.stringContaining('Delete some'),
  ])
  await limited.close()
})
