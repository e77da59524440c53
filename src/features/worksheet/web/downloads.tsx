/** Download links: the text as Markdown, the API's answer as JSON. */
export function Downloads({ slug }: { slug: string }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-ink-2 text-small">
      Download
      <a className="link" href={`/prompt/${slug}.md`} download={`${slug}.md`}>
        Markdown
      </a>
      <a className="link" href={`/api/prompts/${slug}`} download={`${slug}.json`}>
        JSON
      </a>
    </p>
  )
}
