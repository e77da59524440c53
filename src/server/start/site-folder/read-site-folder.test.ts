import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSiteFolder } from './read-site-folder.ts'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-folder-'))
  folder = join(root, 'site')
  await mkdir(folder)
})
afterEach(() => rm(root, { recursive: true }))

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 24"><path d="M0 0h120v24H0z"/></svg>'
const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content)
const read = () => readSiteFolder(folder, { 'X-Content-Type-Options': 'nosniff' })
const putTexts = (value: unknown) => put('site.json', JSON.stringify(value))

describe('a site folder', () => {
  it('changes nothing if it is empty', async () => {
    expect(await read()).toEqual({ brand: {}, files: new Map(), pages: new Map(), texts: new Map(), unused: [] })
  })

  it('provides logo, icon, colors, texts and legal pages, and the names of unused files', async () => {
    await put('logo.svg', svg)
    await put('logo-dark.svg', svg.replace('120v24', '119v24'))
    await put('favicon.svg', svg)
    await putTexts({
      accent: '#0B5FFF',
      headline: 'Prompts that work here.',
      intro: 'Ask in the channel.',
      about: 'The prompts of Example.',
      links: [{ label: 'Intranet', href: 'https://intranet.example.org/' }],
    })
    await put('terms.md', '# Our terms #\n\nBe kind.\n')
    await put('imprint.md', '\uFEFF# Imprint')
    await put('term.md', '# A typo')
    const { brand, files, pages, unused } = await read()
    expect(brand).toMatchObject({
      headline: 'Prompts that work here.',
      intro: 'Ask in the channel.',
      about: 'The prompts of Example.',
      links: [{ label: 'Intranet', href: 'https://intranet.example.org/' }],
      logo: { width: 120 },
      pages: ['terms', 'imprint'],
    })
    expect(brand).not.toHaveProperty('accent')
    expect([...files.keys()].toSorted()).toEqual(
      ['/favicon.svg', brand.logo?.light, brand.logo?.dark, brand.styleSheet].toSorted(),
    )
    expect(brand.logo?.light).not.toBe(brand.logo?.dark)
    expect([...pages]).toEqual([
      ['terms', { title: 'Our terms', html: '<p>Be kind.</p>\n' }],
      ['imprint', { title: 'Imprint', html: '' }],
    ])
    expect(unused).toEqual(['term.md'])
  })

  it('provides logos that run no scripts and load nothing when opened directly', async () => {
    await put('logo.svg', svg.replace('<path', '<script>alert(1)</script><path onload="alert(2)"'))
    const { brand, files } = await read()
    const headers = files.get(brand.logo?.light ?? '')?.encodings.identity.headers ?? []
    const policy = headers[headers.indexOf('Content-Security-Policy') + 1]
    expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    expect(headers).toEqual(expect.arrayContaining(['image/svg+xml', 'nosniff']))
  })

  it('can be a mounted ConfigMap, whose files are links within it', async () => {
    await mkdir(join(folder, '..2026_11'))
    await writeFile(join(folder, '..2026_11', 'terms.md'), '# Terms')
    await symlink('..2026_11', join(folder, '..data'))
    await symlink('..data/terms.md', join(folder, 'terms.md'))
    const { pages, unused } = await read()
    expect([[...pages.keys()], unused]).toEqual([['terms'], []])
    await symlink(folder, join(root, 'link'))
    expect((await readSiteFolder(join(root, 'link'), {})).pages.size).toBe(1)
  })

  it('with a link to a file outside, or a pipe or folder in place of a file, is refused', async () => {
    await mkdir(join(root, 'site-secrets'))
    await writeFile(join(root, 'site-secrets', 'terms.md'), '# Secrets')
    const outside = [join(root, 'site-secrets', 'terms.md'), '../site-secrets/terms.md', '/etc/passwd', '/dev/zero']
    for (const target of outside) {
      await symlink(target, join(folder, 'terms.md'))
      await expect(read(), target).rejects.toThrow('SITE_DIR: terms.md is a link that leads out of the folder')
      await rm(join(folder, 'terms.md'))
    }
    execFileSync('mkfifo', [join(folder, 'terms.md')])
    await expect(read()).rejects.toThrow('SITE_DIR: terms.md isn’t a file')
    await rm(join(folder, 'terms.md'))
    await mkdir(join(folder, 'terms.md'))
    await expect(read()).rejects.toThrow('SITE_DIR: terms.md isn’t a file')
  })

  it('with a file of 100 MB is refused before the file is read, unless the file isn’t used', async () => {
    await put('holiday.mov', '')
    await truncate(join(folder, 'holiday.mov'), 100_000_000)
    expect((await read()).unused).toEqual(['holiday.mov'])
    const before = process.memoryUsage().rss
    for (const name of ['logo.png', 'site.json', 'terms.md']) {
      await put(name, '')
      await truncate(join(folder, name), 100_000_000)
      await expect(read()).rejects.toThrow(new RegExp(`^SITE_DIR: ${name} is too large: use at most \\d+ KB$`))
      await rm(join(folder, name))
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
  })

  it('with a broken link is refused, since otherwise the built-in page would replace the operator’s', async () => {
    await symlink(join(root, 'missing', 'terms.md'), join(folder, 'terms.md'))
    await expect(read()).rejects.toThrow('SITE_DIR: terms.md is a link to a missing file')
  })

  const wrong: [string, string, string | Buffer, RegExp][] = [
    ['a page without a title', 'terms.md', 'Be kind.', /must begin with its title/],
    ['a page of a megabyte', 'terms.md', `# T\n${'x'.repeat(1_000_000)}`, /too large: use at most 200 KB/],
    ['a logo that isn’t an SVG', 'logo.svg', '<html></html>', /isn’t an SVG with a viewBox/],
    ['a logo without a size', 'logo.svg', '<svg viewBox="0 0 0 10"></svg>', /isn’t an SVG with a viewBox/],
    ['a logo that isn’t a PNG', 'logo.png', 'GIF89a', /isn’t a PNG/],
    ['a dark logo without a light one', 'logo-dark.svg', svg, /needs a logo/],
    ['an icon that isn’t an SVG', 'favicon.svg', 'x', /favicon.svg isn’t an SVG/],
    ['invalid JSON', 'site.json', '{', /site.json isn’t valid JSON/],
    ['an unknown entry', 'site.json', '{"color":"#123456"}', /unknown entries: color/],
    ['a color by name', 'site.json', '{"accent":"red"}', /accent must be a color such as #1a73e8/],
    ['a color followed by CSS', 'site.json', '{"accent":"#123456;}body{display:none"}', /accent must be a color/],
    ['a number as headline', 'site.json', '{"headline":5}', /in site.json, headline must be text\.$/],
    ['JSON that isn’t an object', 'site.json', '[]', /SITE_DIR: site.json must be an object with fields\.$/],
    ['a link without a label', 'site.json', '{"links":[{"href":"/x"}]}', /in site.json, links.0.label is missing\.$/],
    ['a headline of two lines', 'site.json', '{"headline":"a\\nb"}', /headline must be one line of visible characters/],
    ['a script as a link', 'site.json', linkTo('javascript:alert(1)'), /links.0.href must be a path/],
    ['a hidden script as a link', 'site.json', linkTo('java\\tscript:alert(1)'), /links.0.href must be a path/],
    ['a link to another host by two slashes', 'site.json', linkTo('//evil.example'), /links.0.href must be a path/],
    ['a link to another host by a backslash', 'site.json', linkTo('/\\\\evil.example'), /links.0.href must be a path/],
  ]
  it.each(wrong)('with %s is refused with a reason', async (_, name, content, message) => {
    await put(name, content)
    await expect(read()).rejects.toThrow(message)
  })

  it('that doesn’t exist is refused', async () => {
    await expect(readSiteFolder(join(root, 'missing'), {})).rejects.toThrow(/SITE_DIR: there is no folder/)
  })

  it('has its logos scaled to the height of the header, up to the maximum width', async () => {
    const png = Buffer.alloc(24)
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(png)
    png.writeUInt32BE(400, 16)
    png.writeUInt32BE(400, 20)
    await put('logo.png', png)
    expect((await read()).brand.logo?.width).toBe(24)
    await put('logo.svg', '<?xml version="1.0"?><svg width="3000px" height="24"/>')
    expect((await read()).brand.logo?.width).toBe(160)
  })
})

function linkTo(href: string): string {
  return `{"links":[{"label":"x","href":"${href}"}]}`
}
