import packageFile from '../../package.json' with { type: 'json' }

/** The version of this program from package.json. The version tag in pages is another one (src/lib/app-version.ts). */
export const release = packageFile.version
