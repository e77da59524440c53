import type { FullConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'
import { createSiteStorage, createSiteStorageWithPrompts, makeTemplate, startBuiltSiteOn } from './product.ts'

/** Playwright's global setup. It finds a browser, and starts a site with a small catalogue for each worker. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const [chromium, removeTemplate] = await Promise.all([findChromium(), makeTemplate()])
  // This storage begins as a copy of the migrated template, and the storage of each site is a copy of this one.
  const catalogue = await createSiteStorageWithPrompts()
  const startSite = async () => startBuiltSiteOn(await createSiteStorage(catalogue.settings))
  const results = await Promise.allSettled(Array.from({ length: workers }, startSite))
  await catalogue.remove()
  const sites = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async () => {
    await Promise.all([...sites.map((site) => site.stop()), removeTemplate()])
  }
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  // Workers inherit these variables. `playwright.config.ts` reads the first one, and `storySite` the second.
  process.env.STORY_CHROMIUM = JSON.stringify(chromium)
  process.env.STORY_SITES = JSON.stringify(sites.map(({ url, settings }) => ({ url, settings })))
  return stop
}
