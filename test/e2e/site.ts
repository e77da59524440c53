/** A running site: its URL, and the settings for the command line. */
export type Site = { url: string; settings: { DATA_DIR: string; DATABASE_URL: string } }

/**
 * The site of this worker's stories. Each worker has its own (test/e2e/setup.ts), so that concurrent stories never see each
 * other's prompts, members or votes. Playwright's main process has none.
 */
export function storySite(): Site | undefined {
  const { STORY_SITES, TEST_PARALLEL_INDEX } = process.env
  if (!STORY_SITES || !TEST_PARALLEL_INDEX) return undefined
  return (JSON.parse(STORY_SITES) as Site[])[Number(TEST_PARALLEL_INDEX)]
}
