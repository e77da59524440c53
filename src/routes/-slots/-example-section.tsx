import type { Prompt } from '#features/catalogue/contract.ts'
import { ExampleSection as Section } from '#features/examples/web/example-section.tsx'
import { HeadPicture as Picture } from '#features/examples/web/head-picture.tsx'
import { ReportButton } from '#features/moderation/web/reports/report-button.tsx'

/** The examples of a prompt, each with a button to report it. */
export function ExampleSection({ prompt }: { prompt: Prompt }) {
  return <Section prompt={prompt} Report={ReportButton} />
}

/** The picture at the top of a prompt's page, with a button to report it. */
export function HeadPicture({ prompt }: { prompt: Prompt }) {
  return <Picture prompt={prompt} Report={ReportButton} />
}
