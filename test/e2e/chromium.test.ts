import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findChromium, findFirstThatStarts, findInstalledChromium, needlessFlags, type Way } from './chromium.ts'
import { unpackChromium } from './chromium-packaged.ts'

/**
 * Ways to get a Chromium: one that finds the program at `path`, or isn't available if that is null, and one that fails
 * with this reason.
 */
const way = (name: string, path: string | null): Way => ({ name, find: async () => path })
const brokenWay = (name: string, reason: string): Way => ({ name, find: () => Promise.reject(new Error(reason)) })
/** Tries to start a program. Resolves to null for the program `good`, and to the reason of the failure for others. */
const onlyStarts = (good: string) => async (path: string) => (path === good ? null : `${path} is broken`)

describe('the search for a Chromium that starts', () => {
  it('returns the first one, without trying later ways', async () => {
    const later = vi.fn(async () => '/c')
    const ways = [way('installed', '/a'), way('package', '/b'), { name: 'download', find: later }]
    expect(await findFirstThatStarts(ways, onlyStarts('/a'))).toBe('/a')
    expect(await findFirstThatStarts(ways, onlyStarts('/b'))).toBe('/b')
    expect(later).not.toHaveBeenCalled()
  })

  it('tries the next way if one isn’t available or fails', async () => {
    const ways = [way('installed', null), brokenWay('package', 'no network'), way('download', '/c')]
    expect(await findFirstThatStarts(ways, onlyStarts('/c'))).toBe('/c')
  })

  it('fails if all ways fail, with an error that lists the failed attempts', async () => {
    const ways = [way('installed', null), way('named', '/a'), brokenWay('download', 'no network')]
    const failure = findFirstThatStarts(ways, onlyStarts('/none'))
    await expect(failure).rejects.toThrow('CHROMIUM_PATH.\nnamed: /a is broken\ndownload: no network')
  })
})

describe('an installed Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promptarium-chromium-'))
  const empty = join(folder, 'empty')
  const full = join(folder, 'full')
  mkdirSync(empty)
  mkdirSync(full)
  writeFileSync(join(empty, 'chromium'), 'not a program', { mode: 0o644 })
  writeFileSync(join(full, 'google-chrome'), '#!/bin/sh\n', { mode: 0o755 })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is the first executable file in PATH that is named like Chromium or Chrome', () => {
    expect(findInstalledChromium([empty, full].join(delimiter))).toBe(join(full, 'google-chrome'))
  })
})

describe('Playwright’s flag that keeps shared memory in files', () => {
  const fileSystem = (freeBlocks: number) => () => ({ bavail: freeBlocks, bsize: 4096 })

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

  it('names the only program that is tried; if that program doesn’t start, the search fails', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/bin/false')
    await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH (/bin/false)')
  })
})

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the Chromium inside @sparticuz/chromium starts and has fonts',
  async () => {
    const executablePath = await unpackChromium()
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
