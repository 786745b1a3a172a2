"""Takes findings along: subtitles, transcripts, tables and timelines that other programs read."""
