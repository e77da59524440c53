import { micromark, type Options } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** The policy of pages shows pictures of this site alone, so a picture stays text. */
const withoutPictures: NonNullable<Options['extensions']>[number] = { disable: { null: ['labelStartImage'] } }

/**
 * Markdown (CommonMark 0.31, with tables) as HTML. HTML in it is shown as text, and links lead to http, https, mailto and
 * paths only. Headings begin at the second level, since the page has a title.
 */
export function renderMarkdown(text: string): string {
  const html = micromark(text, { extensions: [gfmTable(), withoutPictures], htmlExtensions: [gfmTableHtml()] })
  // Of tags alone: a “<” in the text is escaped by now.
  return html.replace(/<(\/?)h1>/g, '<$1h2>').replace(/<table>/g, '<table tabindex="0">')
}
