import { findChromium } from './chromium.ts'
import { startProductWithPrompts } from './product.ts'

/** Playwright's global setup: one product with a small catalogue for all stories, and a browser to tell them in. */
export default async function setup(): Promise<() => Promise<void>> {
  const chromium = await findChromium()
  const product = await startProductWithPrompts()
  // Workers inherit the environment of this process; playwright.config.ts reads both there.
  process.env.STORY_CHROMIUM = JSON.stringify(chromium)
  process.env.STORY_URL = product.url
  process.env.STORY_DATA_DIR = product.dataDir
  process.env.STORY_DATABASE_URL = product.databaseUrl
  return product.stop
}
