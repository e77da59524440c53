import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findChromium, firstThatStarts, installedChromium, needlessFlags, type Way } from './chromium.ts'
import { packagedChromium } from './chromium-packaged.ts'

const way = (name: string, path: string | null): Way => ({ name, find: async () => path })
const brokenWay = (name: string, reason: string): Way => ({ name, find: () => Promise.reject(new Error(reason)) })
const onlyStarts = (good: string) => async (path: string) => (path === good ? null : `${path} is broken`)

describe('the first Chromium that starts', () => {
  it('is used in the given order, without trying later ways', async () => {
    const later = vi.fn(async () => '/c')
    const ways = [way('installed', '/a'), way('package', '/b'), { name: 'download', find: later }]
    expect(await firstThatStarts(ways, onlyStarts('/a'))).toBe('/a')
    expect(await firstThatStarts(ways, onlyStarts('/b'))).toBe('/b')
    expect(later).not.toHaveBeenCalled()
  })

  it('is found by a later way if an earlier one isn’t available or fails', async () => {
    const ways = [way('installed', null), brokenWay('package', 'no network'), way('download', '/c')]
    expect(await firstThatStarts(ways, onlyStarts('/c'))).toBe('/c')
  })

  it('is missing if all ways fail, and the error lists the failed attempts', async () => {
    const ways = [way('installed', null), way('named', '/a'), brokenWay('download', 'no network')]
    const failure = firstThatStarts(ways, onlyStarts('/none'))
    await expect(failure).rejects.toThrow('CHROMIUM_PATH.\nnamed: /a is broken\ndownload: no network')
  })
})

describe('an installed Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promptarium-chromium-'))
  const empty = join(folder, 'empty')
  const full = join(folder, 'full')
  mkdirSync(empty)
  mkdirSync(full)
  writeFileSync(join(empty, 'chromium'), 'a text, not a program', { mode: 0o644 })
  writeFileSync(join(full, 'google-chrome'), '#!/bin/sh\n', { mode: 0o755 })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is the first program on the path that has a name of Chromium or Chrome', () => {
    expect(installedChromium([empty, full].join(delimiter))).toBe(join(full, 'google-chrome'))
  })
})

describe('the flag of Playwright that keeps shared memory in files', () => {
  const fileSystem = (blocks: number) => () => ({ bavail: blocks, bsize: 4096 })

  it('is left out only if a gigabyte of shared memory is free', () => {
    expect(needlessFlags(fileSystem(2 ** 18))).toEqual(['--disable-dev-shm-usage'])
    expect(needlessFlags(fileSystem(2 ** 18 - 1))).toEqual([])
  })

  it('is kept on systems without /dev/shm', () => {
    const missing = () => {
      throw new Error('ENOENT')
    }
    expect(needlessFlags(missing)).toEqual([])
  })
})

describe('CHROMIUM_PATH', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('names the only program that is tried, and it is an error if that program is broken', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/bin/false')
    await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH (/bin/false)')
  })
})

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the Chromium inside the npm package starts and has fonts',
  async () => {
    const executablePath = await packagedChromium()
    const browser = await chromium.launch({ executablePath: executablePath ?? '' })
    try {
      const page = await browser.newPage()
      await page.setContent('<span id="word">Prompt</span>')
      const width = await page.locator('#word').evaluate((word) => (word as HTMLElement).offsetWidth)
      expect(width).toBeGreaterThan(10)
    } finally {
      await browser.close()
    }
  },
  60_000,
)
