"""The numbers and pictures the figures are made from: worlds (TOML) and icons (SVG)."""
