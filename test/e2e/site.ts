/** A product that runs: its address, and the settings by which the command-line tool finds its database. */
export type Site = { url: string; settings: { DATA_DIR: string; DATABASE_URL: string } }

/**
 * The site of this worker's stories. Each worker has one of its own (test/e2e/setup.ts), so stories that run at the
 * same time never see each other's prompts, members or votes. Playwright's main process has none.
 */
export function storySite(): Site | undefined {
  const { STORY_SITES, TEST_PARALLEL_INDEX } = process.env
  if (!STORY_SITES || !TEST_PARALLEL_INDEX) return undefined
  return (JSON.parse(STORY_SITES) as Site[])[Number(TEST_PARALLEL_INDEX)]
}
