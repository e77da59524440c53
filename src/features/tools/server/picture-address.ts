import type { ToolPictureKind } from '../rules.ts'

/** The path of a picture that was uploaded for a tool. A new picture has a new key, so files never change. */
export function pictureAddress(toolId: string, kind: ToolPictureKind, key: string): string {
  return `/pictures/tools/${toolId}/${kind}-${key}.webp`
}
