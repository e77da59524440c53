/** A running site: its URL, and the settings with which the command-line tool reaches its data. */
export type Site = { url: string; settings: { DATA_DIR: string; DATABASE_URL: string } }

/**
 * The site that the stories of this worker share. Each worker has its own (`test/e2e/setup.ts`), so that stories that
 * run at the same time never see each other's prompts, members or votes. Undefined in Playwright's main process, which
 * has no site.
 */
export function storySite(): Site | undefined {
  const { STORY_SITES, TEST_PARALLEL_INDEX } = process.env
  if (!STORY_SITES || !TEST_PARALLEL_INDEX) return undefined
  return (JSON.parse(STORY_SITES) as Site[])[Number(TEST_PARALLEL_INDEX)]
}
