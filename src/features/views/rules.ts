/** So many prompts can be asked for by their ids. */
export const askedMax = 100
/** What screens show of views, in days. */
export const shownDays = 30
/** So many days of views can be asked for at once. */
export const viewDaysMax = 366

const robot =
  /bot|crawl|spider|slurp|preview|headless|lighthouse|scrap|fetch|monitor|curl|wget|python|axios|java\/|go-http/i

/** Whether a browser's name is that of a program, or missing. */
export function isRobot(browser: string): boolean {
  return browser === '' || robot.test(browser)
}
