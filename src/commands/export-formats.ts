/** What a session can be written out as. */
export const EXPORT_FORMATS = ["markdown", "json", "jsonl"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
