/** Where a tab keeps what was written into blanks, the prompt's id behind it; a sign-out forgets it. */
export const draftPrefix = 'worksheet_draft_'

/** Whether anything is kept for this prompt. */
export function isKept(promptId: string): boolean {
  try {
    return draftPrefix + promptId in sessionStorage
  } catch {
    return false
  }
}
