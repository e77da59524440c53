/** For how many days pages show views. */
export const shownDays = 30
/** How many days of views one request may ask for. */
export const viewDaysMax = 366

const robot =
  /bot|crawl|spider|slurp|preview|headless|lighthouse|scrap|fetch|monitor|curl|wget|python|axios|java\/|go-http/i

/** Tells whether a User-Agent is missing or belongs to a robot. */
export function isRobot(browser: string): boolean {
  return browser === '' || robot.test(browser)
}
